// The texts of the admin in English. Loaded by the admin only.
import { content } from './content';
import { dashboard } from './dashboard';
import { editor } from './editor';
import { fields } from './fields';
import { forms } from './forms';
import { history } from './history';
import { inbox } from './inbox';
import { lists } from './lists';
import { mail } from './mail';
import { resources } from './resources';
import { session } from './session';
import { shell } from './shell';
import { uploads } from './uploads';

export const admin = {
  content,
  dashboard,
  editor,
  fields,
  forms,
  history,
  inbox,
  lists,
  mail,
  resources,
  session,
  shell,
  uploads,
};
