// The texts of the admin in English. Loaded by the admin only.
import { activity } from './activity';
import { byMail } from './by-mail';
import { content } from './content';
import { dashboard } from './dashboard';
import { editor } from './editor';
import { fields } from './fields';
import { forms } from './forms';
import { history } from './history';
import { inbox } from './inbox';
import { lists } from './lists';
import { live } from './live';
import { mail } from './mail';
import { people } from './people';
import { preview } from './preview';
import { resources } from './resources';
import { secondFactor } from './second-factor';
import { session } from './session';
import { setUp } from './set-up';
import { shell } from './shell';
import { statistics } from './statistics';
import { uploads } from './uploads';

export const admin = {
  activity,
  byMail,
  content,
  dashboard,
  editor,
  fields,
  forms,
  history,
  inbox,
  lists,
  live,
  mail,
  people,
  preview,
  resources,
  secondFactor,
  session,
  setUp,
  shell,
  statistics,
  uploads,
};
