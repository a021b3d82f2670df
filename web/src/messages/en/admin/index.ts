// The texts of the admin in English. Loaded by the admin only.
import { dashboard } from './dashboard';
import { lists } from './lists';
import { resources } from './resources';
import { session } from './session';
import { shell } from './shell';
import { uploads } from './uploads';

export const admin = { dashboard, lists, resources, session, shell, uploads };
