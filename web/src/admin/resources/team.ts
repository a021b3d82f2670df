import { editableList } from './resource';

/** A part of Manage About, and so without a screen of its own. */
export default editableList({
  table: 'team_members',
  titleField: 'name',
  fields: { image_url: {}, name: {}, role: {} },
  search: ['name', 'role'],
  publicOrder: 'created_at.asc',
});
