// How the site shows the pictures of each folder, so that the form shows the same crop and can tell when a picture has too
// few pixels for it. Named as the public pages name their shapes.

export interface Crop {
  /** The frame of the preview; PictureInput draws it. */
  frame: 'video' | 'wide' | 'square' | 'portrait' | 'circle' | 'logo' | 'icon';
  /** Width by height of what is shown; undefined when the whole picture is. */
  ratio?: readonly [number, number];
  /** Fewer pixels than this look blurred on a good screen. */
  minWidth: number;
  /** The kinds of file, where not any picture will do. */
  accept?: string;
}

const wide = { frame: 'wide', ratio: [4, 3] } as const;

const crops: Record<string, Crop> = {
  hero: { frame: 'video', ratio: [16, 9], minWidth: 1280 },
  projects: { ...wide, minWidth: 768 },
  gallery: { ...wide, minWidth: 640 },
  success_stories: { frame: 'square', ratio: [1, 1], minWidth: 480 },
  team: { frame: 'portrait', ratio: [4, 5], minWidth: 480 },
  testimonials: { frame: 'circle', ratio: [1, 1], minWidth: 112 },
  logo: { frame: 'logo', minWidth: 96 },
  favicon: {
    frame: 'icon',
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
