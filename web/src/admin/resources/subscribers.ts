import { Mails } from 'lucide-react';
import { searched } from '../../schema.gen';
import { readOnlyList } from './resource';

export default readOnlyList({
  table: 'subscribers',
  titleField: 'email',
  columns: ['email', 'created_at'],
  search: searched.subscribers,
  file: 'subscribers.csv',
  announced: true,
  selectable: true,
  screen: { path: '/admin/manage-subscribers', icon: Mails, place: 85, publicPath: '/' },
});
