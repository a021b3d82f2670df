import { picture, type Resource } from './resource';

export const projects: Resource = {
  table: 'projects',
  known: 'title',
  fields: [
    picture('image_url', 'Picture', 'projects', 'wide', 'A wide picture looks best.'),
    { kind: 'line', name: 'title', label: 'Title', most: 300 },
    { kind: 'rich', name: 'description', label: 'Description' },
  ],
  fresh: { title: 'New Project', description: 'Project description here.', image_url: null },
  words: {
    heading: 'Projects',
    one: 'project',
    many: 'projects',
    add: 'Add Project',
    added: 'Project added',
    saved: 'Project saved!',
    deleted: 'Project deleted successfully.',
    cannotLoad: 'Failed to load projects',
    cannotAdd: 'Failed to add project',
    cannotSave: 'Failed to save project',
    cannotDelete: 'Failed to delete project',
    deleting: 'Its title, description and picture disappear from the Our Projects page.',
  },
};
