import { Sprout } from 'lucide-react';
import { editableList } from './resource';

export default editableList({
  table: 'success_stories',
  titleField: 'title',
  fields: { before_image_url: {}, after_image_url: {}, title: {}, category: {}, description: { rows: 4 } },
  search: ['title', 'category', 'description'],
  screen: { path: '/admin/manage-success-stories', icon: Sprout, place: 70, publicPath: '/projects' },
});
