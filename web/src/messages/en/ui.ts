// The few texts of the parts that the public site and the admin share.
export const ui = {
  loading: 'Loading',
  sending: 'Sending',
  optional: '(optional)',
  closeNotice: 'Close notice',
};
