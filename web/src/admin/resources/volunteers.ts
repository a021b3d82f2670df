import { Users } from 'lucide-react';
import { readOnlyList } from './resource';

export default readOnlyList({
  table: 'volunteers',
  titleField: 'name',
  columns: ['name', 'city', 'phone', 'skills', 'created_at'],
  search: ['name', 'city', 'phone', 'skills', 'email', 'interest', 'notes'],
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
