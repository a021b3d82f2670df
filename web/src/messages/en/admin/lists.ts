// What every list says, and the texts of a list for which nobody wrote any: they are made from its table's name.

export interface FieldMessages {
  label: string;
  help?: string;
}

export interface ResourceMessages {
  /** In the sidebar. */
  label: string;
  /** Over the screen and in the tab. */
  title: string;
  about: string;
  /** Over the list where it is a part of a screen. */
  heading: string;
  /** 'project': for sentences. */
  one: string;
  many: string;
  add: string;
  /** Said beside "add". */
  visibleAtOnce: string;
  added: string;
  saved: string;
  deleted: string;
  restored: string;
  cannotLoad: string;
  cannotAdd: string;
  cannotSave: string;
  cannotDelete: string;
  cannotRestore: string;
  cannotExport: string;
  /** In place of a list that could not be loaded. */
  loadFailed: string;
  empty: string;
  total(total: number): string;
  deleteItem(title: string): string;
  /** What is new since the list was last opened. */
  news(total: number): string;
  /** The words for each note that the resource declares. */
  notes: Record<string, (total: number) => string>;
  fields: Record<string, FieldMessages>;
}

export const grouped = (value: number) => value.toLocaleString('en');

/** '1 day', '2,300 days' */
export const count = (value: number, one: string, many: string) =>
  `${grouped(value)} ${value === 1 ? one : many}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** 'before_image_url' → 'Before image' */
function fieldLabel(column: string): string {
  if (column === 'id') return 'ID';
  return capital(column.replace(/_url$/, '').replaceAll('_', ' '));
}

/** The texts of a table that has none of its own. */
function generated(table: string, columns: readonly string[] = []): ResourceMessages {
  const many = table.replaceAll('_', ' ');
  const one = many.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
  return {
    label: capital(many),
    title: `Manage ${capital(many)}`,
    about: '',
    heading: capital(many),
    one,
    many,
    add: `Add ${capital(one)}`,
    visibleAtOnce: 'A new entry is visible on the website at once.',
    added: `${capital(one)} added`,
    saved: `${capital(one)} saved!`,
    deleted: `${capital(one)} deleted successfully.`,
    restored: `${capital(one)} restored`,
    cannotLoad: `Failed to load ${many}`,
    cannotAdd: `Failed to add ${one}`,
    cannotSave: `Failed to save ${one}`,
    cannotDelete: `Failed to delete ${one}`,
    cannotRestore: `Failed to restore ${one}`,
    cannotExport: `Failed to export ${many}`,
    loadFailed: `The ${many} could not be loaded. Please try again later.`,
    empty: `No ${many} yet.`,
    total: total => (total === 1 ? `1 ${one}` : `${grouped(total)} ${many}, newest first`),
    deleteItem: title => `Delete ${title}`,
    news: total => count(total, `new ${one}`, `new ${many}`),
    notes: {},
    fields: Object.fromEntries(columns.map(column => [column, { label: fieldLabel(column) }])),
  };
}

export const lists = {
  generated,
  untitled: (one: string) => `Untitled ${one}`,
  save: 'Save',
  delete: 'Delete',
  undo: 'Undo',
  /** How many are left is not always known. */
  showMore: (left?: number) => (left === undefined ? 'Show more' : `Show more (${grouped(left)} left)`),
  notSaved: 'Not saved yet',
  /** Offered once for all of them. */
  drafts: (total: number, one: string, many: string, time: string) =>
    `Unsaved changes in ${count(total, one, many)} from ${time}`,
  hidden: 'Hidden',
  hiddenHelp: 'Hidden from visitors',

  search: (many: string) => `Search ${many}`,
  clearSearch: 'Clear the search',
  found: (total: number) => `${grouped(total)} found`,
  nothingFound: (text: string) => `Nothing found for “${text}”.`,

  actions: 'Actions',
  caption: (title: string) => `${title}, newest first`,
  nothing: '–',
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  /** How many pages there are is not always known. */
  page: (page: number, pages?: number) =>
    pages === undefined ? `Page ${grouped(page)}` : `Page ${grouped(page)} of ${grouped(pages)}`,
  call: (title: string) => `Call ${title}`,
  whatsApp: 'WhatsApp',
  whatsAppTo: (title: string) => `Write to ${title} on WhatsApp`,

  followUp: {
    heading: 'Follow-up',
    filter: 'Status',
    all: 'All',
    noneWith: 'Nobody has this status.',
    statuses: { new: 'New', called: 'Called', active: 'Active', declined: 'Declined' } as Record<
      string,
      string
    >,
    statusOf: (title: string) => `Status of ${title}`,
    notes: 'Notes',
    unsaved: 'Not saved yet. It waits here until you save it.',
    notesOf: (title: string) => `Notes about ${title}`,
    save: 'Save Notes',
    saved: 'Saved',
    cannotSave: 'Failed to save',
    changed: 'Somebody else has changed this meanwhile. Please look at it and try again.',
  },

  select: {
    button: 'Select',
    end: 'Stop selecting',
    bar: 'Delete several',
    one: (title: string) => `Select ${title}`,
    page: 'Select all on this page',
    deleteChosen: (total: number) => `Delete selected (${grouped(total)})`,
    deleteFound: (total: number) => `Delete all ${grouped(total)} found`,
    question: (total: number) => `Delete ${count(total, 'entry', 'entries')}?`,
    questionFinal: (total: number) => `Delete ${count(total, 'entry', 'entries')} for good?`,
    text: (total: number) =>
      total === 1
        ? 'What this person sent will be gone. Right afterwards, Undo can bring it back.'
        : `What these ${grouped(total)} people sent will be gone. Right afterwards, Undo can bring it back.`,
    textFound: (total: number, text: string) =>
      `All ${grouped(total)} that hold “${text}” will be gone, also on the other pages. Right afterwards, Undo can bring them back.`,
    textFoundFinal: (total: number, text: string) =>
      `All ${grouped(total)} that hold “${text}” will be gone, also on the other pages. This cannot be undone.`,
    yes: (total: number) => `Delete ${grouped(total)}`,
    progress: (done: number, total: number) => `${grouped(done)} of ${grouped(total)} deleted`,
    stop: 'Stop',
    done: (total: number) => `${count(total, 'entry', 'entries')} deleted`,
    restored: (total: number) => `${count(total, 'entry', 'entries')} restored`,
  },

  export: {
    button: 'Export to CSV',
    progress: (done: number, total: number) => `${grouped(done)} of ${grouped(total)}`,
    progressSoFar: (done: number) => count(done, 'row', 'rows'),
    exporting: (many: string) => `Exporting ${many}`,
    cancel: 'Cancel',
    done: (total: number) => `${count(total, 'row', 'rows')} exported`,
  },

  gallery: {
    description: 'What the picture shows',
    confirm: {
      title: 'Are you sure?',
      text: 'This action cannot be undone. This will permanently delete the image from your gallery and storage.',
      yes: 'Delete',
    },
    uploaded: (total: number) => `${count(total, 'new image', 'new images')} added.`,
    uploadFailed: 'An upload failed',
    someUploaded: (total: number) => `${count(total, 'image was', 'images were')} added.`,
    drafts: (total: number, time: string) =>
      `Unsaved texts for ${count(total, 'picture', 'pictures')} from ${time}`,
    describe: (total: number) => `Add a description to ${count(total, 'new picture', 'new pictures')}`,
    undo: 'Undo',
    unsaved: (total: number) => `${count(total, 'description is', 'descriptions are')} not saved yet.`,
    saveAll: 'Save all',
    allSaved: (total: number) => `${count(total, 'description', 'descriptions')} saved`,
    gone: (path: string, why: string) => `The file ${path} could not be removed: ${why}`,
  },

  /** In which order visitors see a list. */
  publicOrder: {
    'created_at.asc': 'Visitors see the oldest first.',
    'created_at.desc': 'Visitors see the newest first.',
    byHand: 'Visitors see those you have placed with Reorder first, then the others.',
  },

  reorder: {
    button: 'Reorder',
    done: 'Done',
    help: 'This is the order visitors see. Drag a row by its handle, or use the arrows. Each move is saved at once.',
    usual: 'Back to the usual order',
    usualDone: 'The usual order is back',
    cannotSave: 'Failed to save the order',
    list: (many: string) => `Order of the ${many}`,
    top: (title: string) => `Move ${title} to the top`,
    up: (title: string) => `Move ${title} up`,
    down: (title: string) => `Move ${title} down`,
    bottom: (title: string) => `Move ${title} to the bottom`,
    drag: (title: string) => `Drag ${title}`,
    moved: (title: string, place: number, total: number) => `${title} is now ${place} of ${total}.`,
    instructions:
      'Press Space to lift the row, move it with the arrow keys, and press Space again to drop it.',
    lifted: (title: string) => `${title} is lifted.`,
    over: (title: string, place: number, total: number) => `${title} is over place ${place} of ${total}.`,
    dropped: (title: string, place: number) => `${title} was dropped at place ${place}.`,
    cancelled: (title: string) => `${title} is back where it was.`,
    tooMany: (shown: number) => `Only the first ${grouped(shown)} are shown here.`,
  },
};
