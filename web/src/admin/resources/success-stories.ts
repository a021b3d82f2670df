import { picture, type Resource } from './resource';

export const successStories: Resource = {
  table: 'success_stories',
  known: 'title',
  fields: [
    picture('before_image_url', 'Before picture', 'success_stories', 'wide'),
    picture('after_image_url', 'After picture', 'success_stories', 'wide'),
    { kind: 'line', name: 'title', label: 'Title', most: 300 },
    {
      kind: 'line',
      name: 'category',
      label: 'Category',
      most: 100,
      help: 'A word or two, such as Education.',
    },
    { kind: 'paragraph', name: 'description', label: 'Description', rows: 4, most: 20_000 },
  ],
  fresh: {
    title: 'New Success Story',
    description: 'Story details here.',
    category: 'General',
    before_image_url: null,
    after_image_url: null,
  },
  words: {
    heading: 'Success Stories',
    one: 'success story',
    many: 'success stories',
    add: 'Add Success Story',
    added: 'Story added',
    saved: 'Story saved!',
    deleted: 'Story deleted successfully.',
    cannotLoad: 'Failed to load success stories',
    cannotAdd: 'Failed to add story',
    cannotSave: 'Failed to save story',
    cannotDelete: 'Failed to delete story',
    deleting: 'Its words and both pictures disappear from the website.',
  },
};
