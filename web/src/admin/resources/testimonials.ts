import { picture, type Resource } from './resource';

export const testimonials: Resource = {
  table: 'testimonials',
  known: 'name',
  fields: [
    picture('image_url', 'Portrait', 'testimonials', 'square', 'Without one, a drawn portrait is shown.'),
    { kind: 'line', name: 'name', label: 'Name', most: 200 },
    { kind: 'line', name: 'role', label: 'Role', most: 200, help: 'Who this person is to the foundation.' },
    { kind: 'paragraph', name: 'quote', label: 'Quote', most: 4000 },
    { kind: 'switch', name: 'is_visible', label: 'Visible on website' },
  ],
  fresh: {
    name: 'New Reviewer',
    role: 'Role',
    quote: 'A wonderful experience!',
    image_url: null,
    is_visible: true,
  },
  words: {
    heading: 'Testimonials',
    one: 'testimonial',
    many: 'testimonials',
    add: 'Add Testimonial',
    added: 'Testimonial added',
    saved: 'Testimonial saved!',
    deleted: 'Testimonial deleted successfully.',
    cannotLoad: 'Failed to load testimonials',
    cannotAdd: 'Failed to add testimonial',
    cannotSave: 'Failed to save testimonial',
    cannotDelete: 'Failed to delete testimonial',
    deleting:
      'The quote disappears from the Testimonials page. To hide it for a while, switch it off instead.',
  },
};
