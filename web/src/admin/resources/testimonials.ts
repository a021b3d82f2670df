import { MessageSquareQuote } from 'lucide-react';
import { editableList } from './resource';

export default editableList({
  table: 'testimonials',
  titleField: 'name',
  fields: { image_url: {}, name: {}, role: {}, quote: {}, is_visible: {} },
  search: ['name', 'role', 'quote'],
  visibility: 'is_visible',
  notes: { hidden: [['is_visible', 'is', 'false']] },
  screen: {
    path: '/admin/manage-testimonials',
    icon: MessageSquareQuote,
    place: 60,
    publicPath: '/testimonials',
  },
});
