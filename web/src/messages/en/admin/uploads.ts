// Pictures and documents on their way to the server.
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
  retryAll: 'Retry all',
  notUploaded: (count: number) => `${count} pictures were not uploaded.`,
  retryFile: (name: string) => `Retry ${name}`,
  dismissFile: (name: string) => `Dismiss ${name}`,
  dismiss: 'Dismiss',
  /** After a closed tab; of several, with how many were chosen together. */
  lost: (names: string[], total: number) =>
    total === 1
      ? `${names.join()} was not uploaded. Choose it again.`
      : `${names.length} of ${total} pictures were not uploaded: ${names.join(', ')}. Choose them again.`,
  list: 'Uploads',
  failed: (name: string) => `${name} was not uploaded`,
  /** Every file by its name, and each reason once: a lost connection fails many files in the same words. */
  failures: (failed: { name: string; message: string }[]) => {
    const names = new Map<string, string[]>();
    for (const { name, message } of failed) {
      const reason = message.replaceAll(`“${name}”`, '“”');
      names.set(reason, [...(names.get(reason) ?? []), `“${name}”`]);
    }
    return [...names]
      .map(([reason, files]) =>
        reason.includes('“”') ? reason.replace('“”', files.join(', ')) : `${files.join(', ')}: ${reason}`,
      )
      .join('\n');
  },
  notAPicture: (name: string) => `“${name}” is not a picture. Please choose a JPEG, PNG or WebP file.`,
  notADocument: (name: string, kinds: string[]) =>
    `“${name}” cannot be stored here. Please choose a ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)} file.`,
  damaged: (name: string) => `“${name}” could not be opened. The file may be damaged.`,
  heic: (name: string) =>
    `“${name}” is in a format (HEIC) that this browser cannot open. Send it as JPEG: on the iPhone open the picture, tap Share, then Options, and choose Most Compatible. For new pictures choose the same in Settings, Camera, Formats.`,
  cannotPrepare: 'This browser cannot prepare pictures.',
  tooLarge: (name: string, megabytes: string, said: string) =>
    `“${name}” is ${megabytes} MB, which is too large. Please choose a smaller picture. (${said})`,
  moreThan: (megabytes: string) => `At most ${megabytes} MB can be stored.`,
  uploaded: 'Image uploaded!',
  uploadedSave: "Don't forget to save your changes.",
  uploadedSaveSettings: "Don't forget to save.",
  documentUploaded: 'File uploaded!',
  chooseFile: 'Choose a file',
  replaceFile: 'Replace',
  openFile: 'Open',
  removeFile: 'Remove',
  noFile: 'No file yet.',
  fileHint: (kinds: string[], megabytes: string) =>
    `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}, at most ${megabytes} MB.`,
  fileSize: (bytes: number) =>
    bytes < 1_048_576
      ? `${Math.max(1, Math.round(bytes / 1024))} KB`
      : `${(bytes / 1_048_576).toFixed(1).replace(/\.0$/, '')} MB`,
  uploadFailed: 'Upload failed',
  imageUploadFailed: 'Image upload failed',
};
