import { FolderHeart } from 'lucide-react';
import { columnOf, editableList } from './resource';

export default editableList({
  table: 'projects',
  titleField: 'title',
  fields: { image_url: {}, title: {}, description: {} },
  search: ['title', 'description'],
  publicOrder: 'created_at.asc',
  notes: {
    withoutPicture: [
      ['image_url', 'is', 'null'],
      ['image_url', 'eq', ''],
      ['image_url', 'eq', String(columnOf('projects', 'image_url').placeholder)],
    ],
  },
  screen: { path: '/admin/manage-projects', icon: FolderHeart, place: 30, publicPath: '/projects' },
});
