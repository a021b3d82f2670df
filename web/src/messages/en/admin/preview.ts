// The public page with what is typed and not saved.
export const preview = {
  button: 'Preview',
  title: 'Preview',
  /** Over the page. */
  private: 'Nothing is saved. Only you see this. Links do nothing here.',
  close: 'Close the preview',
  page: 'Page',
  width: 'Width',
  widths: { phone: 'Phone', desktop: 'Desktop' },
  /** The name of the frame, for those who hear it. */
  frame: (page: string, width: string) => `Preview of ${page}, ${width} width`,
  loading: 'Making the preview',
  ready: 'The preview is ready.',

  uploading:
    'A picture is still on its way. The preview shows the one from before, and follows when it has arrived.',
  hidden: (one: string) => `This ${one} is hidden, so visitors do not find it on the page.`,

  refused: 'This cannot be shown yet',
  refusedHelp: 'Saving would be refused as well. Please change it and look again.',
  failed: 'The preview could not be made',
  busy: 'The website is very busy at the moment. Please try again.',
  kept: 'Nothing you typed is lost.',
};
