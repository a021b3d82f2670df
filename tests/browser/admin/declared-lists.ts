// What each list of the admin promises, in the words staff see; the specs of the lists are derived from this.

export interface List {
  screen: string;
  table: string;
  folder: string;
  add: string;
  defaults: Record<string, unknown>;
  /** The label of the field by which people know an item. */
  titleField: string;
  /** The column behind each picture's label. */
  pictures: Record<string, string>;
  /** What a person writes into a new item, by label. */
  edits: Record<string, string>;
  public: string;
  messages: Record<'added' | 'saved' | 'deleted' | 'restored' | 'load' | 'add' | 'save' | 'delete', string>;
  tooLong: [string, number];
}

export const lists: List[] = [
  {
    screen: '/admin/manage-about',
    table: 'team_members',
    folder: 'team',
    add: 'Add Team Member',
    defaults: { name: 'New Member', role: 'Role', image_url: '/placeholders/person.svg' },
    titleField: 'Name',
    pictures: { Portrait: 'image_url' },
    edits: { Name: 'Treasurer', Role: 'Keeps the books' },
    public: '/team',
    messages: {
      added: 'Member added',
      saved: 'Member saved!',
      deleted: 'Member deleted successfully.',
      restored: 'Member restored',
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
    defaults: {
      title: 'New Project',
      description: 'Project description here.',
      image_url: '/placeholders/project.svg',
    },
    titleField: 'Title',
    pictures: { Picture: 'image_url' },
    edits: { Title: 'Winter Blankets', Description: 'Five hundred blankets before the cold.' },
    public: '/projects',
    messages: {
      added: 'Project added',
      saved: 'Project saved!',
      deleted: 'Project deleted successfully.',
      restored: 'Project restored',
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
    defaults: {
      name: 'New Reviewer',
      role: 'Role',
      quote: 'A wonderful experience!',
      is_visible: true,
      image_url: '/placeholders/person.svg',
    },
    titleField: 'Name',
    pictures: { Portrait: 'image_url' },
    edits: { Name: 'A grateful father', Role: 'Patient’s family', Quote: 'They came at night, in the rain.' },
    public: '/testimonials',
    messages: {
      added: 'Testimonial added',
      saved: 'Testimonial saved!',
      deleted: 'Testimonial deleted successfully.',
      restored: 'Testimonial restored',
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
    defaults: {
      title: 'New Success Story',
      description: 'Story details here.',
      category: 'General',
      before_image_url: '/placeholders/before.svg',
      after_image_url: '/placeholders/after.svg',
    },
    titleField: 'Title',
    pictures: { 'Before picture': 'before_image_url', 'After picture': 'after_image_url' },
    edits: {
      Title: 'A shop of her own',
      Category: 'Livelihood',
      Description: 'She sews for the whole street.',
    },
    public: '/projects',
    messages: {
      added: 'Story added',
      saved: 'Story saved!',
      deleted: 'Story deleted successfully.',
      restored: 'Story restored',
      load: 'Failed to load success stories',
      add: 'Failed to add story',
      save: 'Failed to save story',
      delete: 'Failed to delete story',
    },
    tooLong: ['Title', 300],
  },
];
