import { Images } from 'lucide-react';
import { editableList } from './resource';

export default editableList({
  table: 'gallery_images',
  titleField: 'alt_text',
  fields: { alt_text: {} },
  search: ['alt_text'],
  publicOrder: 'created_at.desc',
  uploads: 'image_url',
  screen: { path: '/admin/manage-gallery', icon: Images, place: 40, publicPath: '/gallery' },
});
