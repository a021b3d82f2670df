// The former name of `errorMessage`, for the parts of the admin that still use it.
export { errorMessage as inWords } from './errors';
