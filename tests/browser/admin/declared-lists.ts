// What each list of the admin promises, in the words staff see; the specs of the lists are derived from this.

export interface List {
  screen: string;
  table: string;
  folder: string;
  add: string;
  fresh: Record<string, unknown>;
  known: string;
  pictures: Record<string, string>;
  /** What a person writes into a new item, by label. */
  edits: Record<string, string>;
  public: string;
  words: Record<'added' | 'saved' | 'deleted' | 'load' | 'add' | 'save' | 'delete', string>;
  tooLong: [string, number];
}

export const lists: List[] = [
  {
    screen: '/admin/manage-about',
    table: 'team_members',
    folder: 'team',
    add: 'Add Team Member',
    fresh: { name: 'New Member', role: 'Role' },
    known: 'Name',
    pictures: { Portrait: 'image_url' },
    edits: { Name: 'Treasurer', Role: 'Keeps the books' },
    public: '/team',
    words: {
      added: 'Member added',
      saved: 'Member saved!',
      deleted: 'Member deleted successfully.',
      load: 'Failed to load team members',
      add: 'Failed to add member',
      save: 'Failed to save member',
      delete: 'Failed to delete member',
    },
    tooLong: ['Name', 200],
  },
  {
    screen: '/admin/manage-projects',
    table: 'projects',
    folder: 'projects',
    add: 'Add Project',
    fresh: { title: 'New Project', description: 'Project description here.' },
    known: 'Title',
    pictures: { Picture: 'image_url' },
    edits: { Title: 'Winter Blankets', Description: 'Five hundred blankets before the cold.' },
    public: '/projects',
    words: {
      added: 'Project added',
      saved: 'Project saved!',
      deleted: 'Project deleted successfully.',
      load: 'Failed to load projects',
      add: 'Failed to add project',
      save: 'Failed to save project',
      delete: 'Failed to delete project',
    },
    tooLong: ['Title', 300],
  },
  {
    screen: '/admin/manage-testimonials',
    table: 'testimonials',
    folder: 'testimonials',
    add: 'Add Testimonial',
    fresh: { name: 'New Reviewer', role: 'Role', quote: 'A wonderful experience!', is_visible: true },
    known: 'Name',
    pictures: { Portrait: 'image_url' },
    edits: { Name: 'A grateful father', Role: 'Patient’s family', Quote: 'They came at night, in the rain.' },
    public: '/testimonials',
    words: {
      added: 'Testimonial added',
      saved: 'Testimonial saved!',
      deleted: 'Testimonial deleted successfully.',
      load: 'Failed to load testimonials',
      add: 'Failed to add testimonial',
      save: 'Failed to save testimonial',
      delete: 'Failed to delete testimonial',
    },
    tooLong: ['Name', 200],
  },
  {
    screen: '/admin/manage-success-stories',
    table: 'success_stories',
    folder: 'success_stories',
    add: 'Add Success Story',
    fresh: { title: 'New Success Story', description: 'Story details here.', category: 'General' },
    known: 'Title',
    pictures: { 'Before picture': 'before_image_url', 'After picture': 'after_image_url' },
    edits: {
      Title: 'A shop of her own',
      Category: 'Livelihood',
      Description: 'She sews for the whole street.',
    },
    public: '/projects',
    words: {
      added: 'Story added',
      saved: 'Story saved!',
      deleted: 'Story deleted successfully.',
      load: 'Failed to load success stories',
      add: 'Failed to add story',
      save: 'Failed to save story',
      delete: 'Failed to delete story',
    },
    tooLong: ['Title', 300],
  },
];
