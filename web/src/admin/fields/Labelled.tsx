// The former name of FormField.tsx.
export { control } from './FormField';
