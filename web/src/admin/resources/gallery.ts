import type { Resource } from './resource';

export const gallery: Resource & { folder: string } = {
  table: 'gallery_images',
  known: 'alt_text',
  folder: 'gallery',
  fields: [
    {
      kind: 'line',
      name: 'alt_text',
      label: 'Description',
      most: 500,
    },
  ],
  fresh: { alt_text: 'Gallery image' },
  words: {
    heading: 'Images',
    one: 'image',
    many: 'images',
    add: 'Upload Images',
    added: 'Images uploaded!',
    saved: 'Image saved!',
    deleted: 'Image deleted successfully.',
    cannotLoad: 'Failed to load gallery',
    cannotAdd: 'Failed to save images to database',
    cannotSave: 'Failed to save image',
    cannotDelete: 'Failed to delete image from database',
    deleting:
      'This action cannot be undone. This will permanently delete the image from your gallery and storage.',
  },
};
