import { Users } from 'lucide-react';
import { readOnlyList } from './resource';

export default readOnlyList({
  table: 'volunteers',
  titleField: 'name',
  columns: ['name', 'city', 'phone', 'skills', 'created_at'],
  search: ['name', 'city', 'phone', 'skills'],
  file: 'volunteers.csv',
  announced: true,
  selectable: true,
  screen: { path: '/admin/manage-volunteers', icon: Users, place: 80, publicPath: '/volunteer' },
});
