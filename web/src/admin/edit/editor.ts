// One thing being edited: a row of a list or a page's document. Holds the draft, saves it, and finds out when someone
// else was faster. Knows neither React nor the server; the list and the form above it hand in where to save.
import { adminMessages } from '../messages';
import {
  afterSave,
  bringBack,
  conflicts,
  type Difference,
  type Draft,
  rebase,
  same,
  unedited,
  unsaved,
  type Value,
  type Values,
  without,
} from './draft';
import { dropDraft, type KeptDraft, keepDraft, recallDraft } from './kept-drafts';

export interface Stored {
  values: Values;
  version: string;
}

export type SaveAnswer =
  | { kind: 'saved'; stored: Stored }
  /** It is not what this draft began from; undefined when it is gone. */
  | { kind: 'changed'; stored: Stored | undefined }
  | { kind: 'failed'; message: string };

/** Writes `changes` if the stored state still is `version`. */
export type Save = (changes: Values, version: string, all: Values) => Promise<SaveAnswer>;

export interface Conflict {
  /** Undefined when someone deleted it. */
  stored: Stored | undefined;
  /** What both changed, and nothing else. */
  differences: Difference[];
}

export interface Overtaken {
  /** Their changes are in the draft; or both changed these fields, and Save will ask; or it is gone. */
  kind: 'merged' | 'conflict' | 'deleted';
  /** What both changed. */
  names: string[];
  /** Theirs; undefined when it is gone. */
  version: string | undefined;
}

export interface EditorState {
  draft: Draft;
  unsaved: string[];
  saving: boolean;
  /** How many files are on their way. */
  uploading: number;
  savedAt?: Date;
  conflict?: Conflict;
  /** Someone else saved or deleted it while something here is unsaved; there until that is saved or undone. */
  overtaken?: Overtaken;
  /** Unsaved work from before a reload, a closed tab or a new sign-in, not brought back yet. */
  offer?: { at: Date; bringBack(): void; discard(): void };
  /** Puts back what "Undo changes" took away; there until the next change. */
  redo?(): void;
}

/** Saved; or someone else changed or deleted it meanwhile, and the person has to choose; or it failed. */
export type SaveOutcome = 'saved' | 'changed' | 'deleted' | { failed: string };

const triesAfterConflict = 3;

/** Versions are times as the server prints them, whose order is that of their letters. */
const isNewer = (one: string, other: string) => one > other;

export class Editor {
  private state: EditorState;
  private listeners = new Set<() => void>();
  private offered: KeptDraft | undefined;
  private forgotten = false;
  /** What others have stored and this draft does not hold yet; `stored` is undefined when it is gone. */
  private news: { stored: Stored | undefined } | undefined;

  constructor(
    readonly name: string,
    stored: Stored,
    private readonly write: Save,
    /** Fields that are never written to the browser's storage. */
    private readonly secrets: readonly string[] = [],
  ) {
    const draft = unedited(stored.values, stored.version);
    this.state = { draft, unsaved: [], saving: false, uploading: 0 };
    this.offered = this.recall(draft);
    this.state.offer = this.offer();
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  snapshot = () => this.state;

  get busy() {
    return this.state.saving || this.state.uploading > 0;
  }

  change = (name: string, value: Value) => {
    const { draft } = this.state;
    if (same(draft.values[name], value)) return;
    this.put({ draft: { ...draft, values: { ...draft.values, [name]: value } }, redo: undefined });
  };

  uploads(by: 1 | -1) {
    this.put({ uploading: Math.max(0, this.state.uploading + by) });
  }

  /**
   * Someone else stored this, or deleted it (undefined). What nobody touched here follows; what was typed stays, and the
   * state tells what Save will do, which is decided as it is when a save finds out by itself.
   */
  follow = (stored: Stored | undefined) => {
    const isKnown = stored && !isNewer(stored.version, this.state.draft.version);
    if (isKnown && !this.news) return;
    // What was deleted may be put back as it was.
    this.news = isKnown ? undefined : { stored };
    this.put({ overtaken: undefined });
  };

  /** Somebody has put back what was deleted: there is nothing left to ask about that. */
  followBack(stored: Stored) {
    const { conflict } = this.state;
    if (conflict && !conflict.stored) this.put({ conflict: undefined });
    this.follow(stored);
  }

  /** Back to what is stored. Can itself be undone, by the state's `redo`. */
  undo = () => {
    const { draft, conflict } = this.state;
    if (unsaved(draft).length === 0) return this.put({ conflict: undefined });
    this.put({
      draft: { ...draft, values: draft.base },
      conflict: undefined,
      redo: () => this.put({ draft, conflict, redo: undefined }),
    });
  };

  async save(): Promise<SaveOutcome> {
    if (this.state.saving) return { failed: adminMessages().forms.alreadySaving };
    this.put({ saving: true });
    try {
      return await this.attempt(triesAfterConflict);
    } finally {
      this.put({ saving: false });
    }
  }

  /** Lays this person's edits over the other version and saves. */
  keepMine(): Promise<SaveOutcome> {
    const { conflict, draft } = this.state;
    if (conflict?.stored) {
      const { values, version } = conflict.stored;
      this.put({ draft: rebase(draft, values, version), conflict: undefined, overtaken: undefined });
    }
    return this.save();
  }

  /** Stores once more what somebody deleted. What is typed until that is done stays, unsaved. */
  async putBack(insert: (values: Values) => Promise<Stored>) {
    const sent = this.state.draft.values;
    this.put({ saving: true });
    try {
      this.accept(await insert(sent), sent);
    } finally {
      this.put({ saving: false });
    }
  }

  /**
   * Puts an earlier version in the place of what is stored, and of what was typed, by a save like any other. Fields that
   * the version does not have stay as they are stored.
   */
  async restore(version: Values): Promise<SaveOutcome> {
    const { draft } = this.state;
    const known = Object.entries(version).filter(([name]) => name in draft.base);
    const values = { ...draft.base, ...Object.fromEntries(known) };
    this.put({ draft: { ...draft, values }, conflict: undefined, redo: undefined });
    const outcome = await this.save();
    // Nothing was stored: what was typed is back.
    if (typeof outcome === 'object') this.put({ draft });
    return outcome;
  }

  /** Their version of what both changed; this person's other edits stay and are still unsaved. */
  useTheirs = () => {
    const { conflict, draft } = this.state;
    if (!conflict?.stored) return;
    const { values, version } = conflict.stored;
    const names = conflict.differences.map(({ name }) => name);
    const rebased = rebase(draft, values, version, names);
    this.put({ draft: rebased, conflict: undefined, overtaken: undefined, redo: undefined });
  };

  /** The person chose to lose what is unsaved. What is still on offer from before was not part of that choice. */
  forget() {
    this.forgotten = true;
    if (this.offered) keepDraft(this.name, this.offered.draft, this.offered.at);
    else dropDraft(this.name);
  }

  private async attempt(tries: number): Promise<SaveOutcome> {
    const { draft } = this.state;
    const sent = draft.values;
    const changes = Object.fromEntries(unsaved(draft).map(name => [name, sent[name] ?? null]));
    const answer = await this.write(changes, draft.version, sent);
    if (answer.kind === 'failed') return { failed: answer.message };
    if (answer.kind === 'saved') return this.accept(answer.stored, sent);
    const { stored } = answer;
    if (!stored) {
      this.put({ conflict: { stored, differences: [] } });
      return 'deleted';
    }
    const differences = conflicts(this.state.draft, stored.values);
    if (differences.length > 0) {
      this.put({ conflict: { stored, differences } });
      return 'changed';
    }
    // Nobody has to be asked about what only one of the two changed.
    const merged = rebase(this.state.draft, stored.values, stored.version);
    if (unsaved(merged).length === 0) return this.accept(stored, stored.values, merged);
    this.put({ draft: merged });
    return tries > 0 ? this.attempt(tries - 1) : { failed: adminMessages().forms.notStored };
  }

  private accept({ values, version }: Stored, sent: Values, from = this.state.draft): SaveOutcome {
    this.put({
      draft: afterSave(from, sent, values, version),
      savedAt: new Date(),
      conflict: undefined,
      overtaken: undefined,
      redo: undefined,
    });
    return 'saved';
  }

  private recall(current: Draft): KeptDraft | undefined {
    const found = recallDraft(this.name);
    if (!found) return undefined;
    const draft = without(found.draft, this.secrets);
    // Somebody may have stored the very same since, or the fields may be others by now.
    const { values } = bringBack(current, draft);
    if (Object.keys(values).some(name => !same(values[name], current.values[name])))
      return { ...found, draft };
    dropDraft(this.name);
    return undefined;
  }

  private offer(): EditorState['offer'] {
    const { offered } = this;
    if (!offered) return undefined;
    return {
      at: new Date(offered.at),
      bringBack: () => {
        this.offered = undefined;
        this.put({ draft: bringBack(this.state.draft, offered.draft) });
      },
      discard: () => {
        this.offered = undefined;
        this.put({ draft: this.state.draft });
      },
    };
  }

  /** What is typed while an earlier draft is still on offer is kept together with it. */
  private keep(draft: Draft) {
    if (this.forgotten) return;
    const all = this.offered ? bringBack(draft, this.offered.draft) : draft;
    const kept = without(all, this.secrets);
    if (unsaved(kept).length === 0) dropDraft(this.name);
    else keepDraft(this.name, kept, unsaved(draft).length > 0 ? Date.now() : this.offered?.at);
  }

  /** News goes into the state as far as nobody has to be asked; while a save or a choice is under way it waits. */
  private takeNews(state: EditorState): EditorState {
    const { news } = this;
    if (!news || state.saving || state.uploading > 0 || state.conflict) return state;
    const { stored } = news;
    const isUntouched = unsaved(state.draft).length === 0;
    if (!stored)
      return isUntouched
        ? state
        : { ...state, overtaken: { kind: 'deleted', names: [], version: undefined } };
    const { values, version } = stored;
    if (!isNewer(version, state.draft.version)) {
      this.news = undefined;
      return { ...state, overtaken: undefined };
    }
    const names = conflicts(state.draft, values).map(({ name }) => name);
    if (names.length > 0) return { ...state, overtaken: { kind: 'conflict', names, version } };
    this.news = undefined;
    if (isUntouched) return { ...state, draft: unedited(values, version), redo: undefined };
    return {
      ...state,
      draft: rebase(state.draft, values, version),
      overtaken: { kind: 'merged', names, version },
    };
  }

  private put(part: Partial<EditorState>) {
    const before = this.state.draft;
    const next = this.takeNews({ ...this.state, ...part });
    next.unsaved = unsaved(next.draft);
    if (next.unsaved.length === 0) next.overtaken = undefined;
    next.offer = this.offered ? this.state.offer : undefined;
    this.state = next;
    if (part.draft || next.draft !== before) this.keep(next.draft);
    for (const listener of this.listeners) listener();
  }
}
