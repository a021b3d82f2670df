// How the site shows the pictures of each folder, so that the form shows the same crop and can tell when a picture has too
// few pixels for it. Named as the public pages name their shapes.

export interface Crop {
  /** The frame of the preview. */
  frame: string;
  fit: string;
  /** Width by height of what is shown; undefined when the whole picture is. */
  ratio?: readonly [number, number];
  round?: boolean;
  /** Fewer pixels than this look blurred on a good screen. */
  minWidth: number;
  /** Other kinds of file than any picture. */
  accept?: string;
}

const wide = { frame: 'aspect-[4/3] w-full max-w-sm', fit: 'object-cover', ratio: [4, 3] } as const;
const whole = { fit: 'object-contain p-2' } as const;

const crops: Record<string, Crop> = {
  hero: {
    frame: 'aspect-video w-full max-w-md',
    fit: 'object-cover object-[78%_50%]',
    ratio: [16, 9],
    minWidth: 1280,
  },
  projects: { ...wide, minWidth: 768 },
  gallery: { ...wide, minWidth: 768 },
  success_stories: {
    frame: 'aspect-square w-full max-w-64',
    fit: 'object-cover',
    ratio: [1, 1],
    minWidth: 480,
  },
  team: { frame: 'aspect-[4/5] w-full max-w-56', fit: 'object-cover', ratio: [4, 5], minWidth: 480 },
  testimonials: {
    frame: 'size-28 rounded-full',
    fit: 'object-cover',
    ratio: [1, 1],
    round: true,
    minWidth: 112,
  },
  logo: { ...whole, frame: 'h-24 w-full max-w-56', minWidth: 96 },
  favicon: {
    ...whole,
    frame: 'size-24',
    minWidth: 32,
    accept: 'image/x-icon,image/vnd.microsoft.icon,.ico,image/png,image/svg+xml',
  },
};

export function cropOf(folder: string): Crop {
  return crops[folder] ?? { ...wide, minWidth: 480 };
}

export function minHeight({ ratio, minWidth }: Crop): number {
  return ratio ? Math.ceil((minWidth * ratio[1]) / ratio[0]) : 0;
}

/** Whether a picture of this size has to be enlarged to fill its frame. */
export function isTooSmall(crop: Crop, width: number, height: number): boolean {
  const used = crop.ratio ? Math.min(width, (height * crop.ratio[0]) / crop.ratio[1]) : width;
  return Math.ceil(used) < crop.minWidth;
}
