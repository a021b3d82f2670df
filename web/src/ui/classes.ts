// The old name of `cn`, until the last caller has moved.
export { cn as classes } from './cn';
