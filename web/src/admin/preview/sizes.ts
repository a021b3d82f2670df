// At which width the page is shown, and how it fits on this screen.

export const widths = { phone: 360, desktop: 1280 } as const;
export type Width = keyof typeof widths;

export interface Room {
  width: number;
  height: number;
}

export interface Fitted extends Room {
  scale: number;
  /** The space above, and below. */
  top: number;
}

/** Around a phone on a large screen. */
const air = 16;

/** The size of the frame as its page sees it, how much smaller it is drawn, and where. */
export function fitted(width: Width, room: Room): Fitted {
  const scale = Math.min(1, room.width / widths[width]);
  const top = width === 'phone' && room.width >= 2 * widths.phone ? air : 0;
  return { width: widths[width], height: Math.ceil((room.height - 2 * top) / scale), scale, top };
}

const choice = 'umeed-preview-width';

export function rememberedWidth(): Width {
  try {
    return localStorage.getItem(choice) === 'desktop' ? 'desktop' : 'phone';
  } catch {
    return 'phone'; // as most visitors see it
  }
}

export function rememberWidth(width: Width) {
  try {
    localStorage.setItem(choice, width);
  } catch {
    // A browser that keeps nothing shows the phone again next time.
  }
}
