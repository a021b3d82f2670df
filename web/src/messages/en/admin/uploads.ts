// Pictures on their way to the server.
export const uploads = {
  choose: 'Choose picture',
  change: 'Change picture',
  preparing: 'Preparing',
  waiting: 'Waiting',
  storing: 'Saving',
  done: 'Done',
  percent: (percent: number) => `${percent}%`,
  uploading: (name: string) => `Uploading ${name}`,
  cancel: (name: string) => `Cancel uploading ${name}`,
  retry: 'Retry',
  retryFile: (name: string) => `Retry ${name}`,
  dismissFile: (name: string) => `Dismiss ${name}`,
  list: 'Uploads',
  failed: (name: string) => `${name} was not uploaded`,
  /** One line a file, for the notice that names all that failed. */
  failures: (failed: { name: string; message: string }[]) =>
    failed
      .map(({ name, message }) => (message.includes(name) ? message : `“${name}”: ${message}`))
      .join('\n'),
  notAPicture: (name: string) => `“${name}” is not a picture. Please choose a JPEG, PNG or WebP file.`,
  damaged: (name: string) => `“${name}” could not be opened. The file may be damaged.`,
  heic: (name: string) =>
    `“${name}” is in a format (HEIC) that this browser cannot open. Please send it as JPEG: on an iPhone, Settings, Camera, Formats, Most Compatible.`,
  cannotPrepare: 'This browser cannot prepare pictures.',
  tooLarge: (name: string, megabytes: string, said: string) =>
    `“${name}” is ${megabytes} MB, which is too large. Please choose a smaller picture. (${said})`,
  moreThan: (megabytes: string) => `At most ${megabytes} MB can be stored.`,
  uploaded: 'Image uploaded!',
  uploadedSave: "Don't forget to save your changes.",
  uploadedSaveSettings: "Don't forget to save.",
  uploadFailed: 'Upload failed',
  imageUploadFailed: 'Image upload failed',
};
