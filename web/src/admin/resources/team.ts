import { picture, type Resource } from './resource';

export const team: Resource = {
  table: 'team_members',
  known: 'name',
  fields: [
    picture('image_url', 'Portrait', 'team', 'square', 'A square picture looks best.'),
    { kind: 'line', name: 'name', label: 'Name', most: 200 },
    { kind: 'line', name: 'role', label: 'Role', most: 200, help: 'Shown under the name.' },
  ],
  fresh: { name: 'New Member', role: 'Role', image_url: null },
  words: {
    heading: 'Team Members',
    one: 'team member',
    many: 'team members',
    add: 'Add Team Member',
    added: 'Member added',
    saved: 'Member saved!',
    deleted: 'Member deleted successfully.',
    cannotLoad: 'Failed to load team members',
    cannotAdd: 'Failed to add member',
    cannotSave: 'Failed to save member',
    cannotDelete: 'Failed to delete member',
    deleting: 'The name, role and portrait disappear from the Our Team page.',
  },
};
