// The texts of the admin in English. Loaded by the admin only.
import { content } from './content';
import { editor } from './editor';
import { fields } from './fields';
import { forms } from './forms';
import { uploads } from './uploads';

export const admin = { content, editor, fields, forms, uploads };
