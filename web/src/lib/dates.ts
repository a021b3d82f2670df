// The old place of `longDate`, until the last caller has moved.
export { longDate } from '../messages/en/dates';
