// The texts of the admin in English. Loaded by the admin only.
import { activity } from './activity';
import { content } from './content';
import { dashboard } from './dashboard';
import { editor } from './editor';
import { fields } from './fields';
import { forms } from './forms';
import { history } from './history';
import { lists } from './lists';
import { live } from './live';
import { preview } from './preview';
import { resources } from './resources';
import { session } from './session';
import { shell } from './shell';
import { uploads } from './uploads';

export const admin = {
  activity,
  content,
  dashboard,
  editor,
  fields,
  forms,
  history,
  lists,
  live,
  preview,
  resources,
  session,
  shell,
  uploads,
};
