// One thing being edited: a row of a list or a page's document. Holds the draft, saves it, and finds out when someone
// else was faster. Knows neither React nor the server; the list and the form above it hand in where to save.
import {
  afterSave,
  changedMeanwhile,
  type Difference,
  type Draft,
  differences,
  fresh,
  keepMine,
  same,
  unsaved,
  type Value,
  type Values,
  without,
} from './draft';
import { dropDraft, keepDraft, recallDraft } from './kept-drafts';

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
  differences: Difference[];
}

export interface EditorState {
  draft: Draft;
  unsaved: string[];
  saving: boolean;
  /** How many files are on their way. */
  uploading: number;
  savedAt?: Date;
  conflict?: Conflict;
  /** The draft came back from before a reload or a sign-in. */
  restored: boolean;
}

export type SaveOutcome = 'saved' | 'conflict' | { failed: string };

export class Editor {
  private state: EditorState;
  private listeners = new Set<() => void>();

  constructor(
    readonly name: string,
    stored: Stored,
    private readonly write: Save,
    /** Fields that are never written to the browser's storage: they come back as they are stored on the server. */
    private readonly secrets: readonly string[] = [],
  ) {
    const draft = this.recall(stored.values);
    const restored = draft !== undefined && unsaved(draft).length > 0;
    const current = restored ? draft : fresh(stored.values, stored.version);
    this.state = { draft: current, unsaved: unsaved(current), saving: false, uploading: 0, restored };
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
    this.put({ draft: { ...draft, values: { ...draft.values, [name]: value } } });
  };

  uploads(by: 1 | -1) {
    this.put({ uploading: Math.max(0, this.state.uploading + by) });
  }

  /** Takes the stored version and forgets the edits. */
  take = (stored: Stored) => {
    this.put({ draft: fresh(stored.values, stored.version), conflict: undefined, restored: false });
  };

  undo = () => {
    const { draft } = this.state;
    this.put({ draft: { ...draft, values: draft.base }, conflict: undefined, restored: false });
  };

  async save(): Promise<SaveOutcome> {
    if (this.state.saving) return { failed: 'It is being saved already.' };
    this.put({ saving: true });
    try {
      return await this.attempt(3);
    } finally {
      this.put({ saving: false });
    }
  }

  /** Lays this person's edits over the other version and saves. */
  keepMine(): Promise<SaveOutcome> {
    const { conflict, draft } = this.state;
    if (conflict?.stored) {
      this.put({
        draft: keepMine(draft, conflict.stored.values, conflict.stored.version),
        conflict: undefined,
      });
    }
    return this.save();
  }

  private async attempt(tries: number): Promise<SaveOutcome> {
    const { draft } = this.state;
    const sent = draft.values;
    const changes = Object.fromEntries(unsaved(draft).map(name => [name, sent[name] ?? null]));
    const answer = await this.write(changes, draft.version, sent);
    if (answer.kind === 'failed') return { failed: answer.message };
    if (answer.kind === 'saved') {
      const { values, version } = answer.stored;
      this.put({
        draft: afterSave(this.state.draft, sent, values, version),
        savedAt: new Date(),
        conflict: undefined,
        restored: false,
      });
      return 'saved';
    }
    const { stored } = answer;
    // Only parts that this form does not show were changed: nobody has to be asked.
    if (stored && tries > 0 && changedMeanwhile(draft, stored.values).length === 0) {
      this.put({ draft: { ...this.state.draft, version: stored.version } });
      return this.attempt(tries - 1);
    }
    this.put({ conflict: { stored, differences: stored ? differences(draft, stored.values) : [] } });
    return 'conflict';
  }

  private recall(stored: Values): Draft | undefined {
    const found = recallDraft(this.name);
    if (!found) return undefined;
    const kept = without(found, this.secrets);
    const base = { ...kept.base };
    for (const name of this.secrets) base[name] = stored[name] ?? null;
    return { ...kept, base, values: { ...base, ...kept.values } };
  }

  private keep(draft: Draft) {
    const kept = without(draft, this.secrets);
    if (unsaved(kept).length > 0) keepDraft(this.name, kept);
    else dropDraft(this.name);
  }

  private put(part: Partial<EditorState>) {
    const next = { ...this.state, ...part };
    next.unsaved = unsaved(next.draft);
    this.state = next;
    if (part.draft) this.keep(next.draft);
    for (const listener of this.listeners) listener();
  }
}
