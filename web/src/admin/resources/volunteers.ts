import { Users } from 'lucide-react';
import { searched } from '../../schema.gen';
import { readOnlyList } from './resource';

export default readOnlyList({
  table: 'volunteers',
  titleField: 'name',
  columns: ['name', 'city', 'phone', 'skills', 'created_at'],
  search: searched.volunteers,
  file: 'volunteers.csv',
  announced: true,
  selectable: true,
  followUp: {
    switch: 'receive_volunteers',
    sent: ['email', 'interest'],
    status: 'status',
    notes: 'notes',
  },
  screen: { path: '/admin/manage-volunteers', icon: Users, place: 80, publicPath: '/volunteer' },
});
