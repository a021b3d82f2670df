// What people did, from the history, through the official client: one line for each deed, without the rows themselves,
// which may be large. Nobody writes it.
import { apiError } from './errors';
import type { Line } from './history';
import { rest } from './session-clients';

export interface ActivityLine
  extends Omit<Line, 'verb' | 'before' | 'after' | 'hidden_before' | 'hidden_after'> {
  table_name: string;
  verb: Line['verb'] | 'sign_in' | 'sign_out';
  /** More than one where changes were only counted. */
  row_count: number;
  /** In words; empty where it is not known. */
  device: string;
  /** The names of what an update changed. */
  changed: string[] | null;
  scope: string | null;
  /** The one that was signed out, in words. */
  ended_device?: string | null;
  /** Texts of the row, by `before_` or `after_` and the column. */
  [text: `before_${string}` | `after_${string}`]: string | null;
}

export interface Filter {
  /** The id of an account, or a kind of author that has none. */
  person?: string;
  /** Tables, and documents of the pages by their keys. */
  part?: { tables: readonly string[]; documents: readonly string[] };
}

export interface Person {
  id: string;
  email: string | null;
}

export const activityPerPage = 30;

/** Authors without an account. */
export const otherAuthors = ['command_line', 'service', 'server'] as const;

const plain =
  'id,created_at,table_name,row_key,verb,row_count,author,author_id,author_email,device,changed,scope:after->>scope,ended_device:after->>device';

interface Request {
  /** The columns of rows whose texts are wanted, with those of accounts. */
  texts: readonly string[];
  /** Only lines that are older than this one. */
  before?: string;
  count?: number;
  signal?: AbortSignal;
}

/** Newest first. */
export async function readActivity(filter: Filter, request: Request): Promise<ActivityLine[]> {
  const { part } = filter;
  if (!part) return readWithin({}, filter, request);
  // One question for each table and document: an index answers it, however many lines the others have.
  const places: Place[] = [
    ...part.tables.map(table_name => ({ table_name })),
    ...part.documents.map(row_key => ({ table_name: 'website_content', row_key })),
  ];
  const each = await Promise.all(places.map(place => readWithin(place, filter, request)));
  const newestFirst = each.flat().sort((one, other) => (one.id < other.id ? 1 : -1));
  return newestFirst.slice(0, request.count ?? activityPerPage);
}

type Place = { table_name?: string; row_key?: string };

async function readWithin(place: Place, { person }: Filter, request: Request): Promise<ActivityLine[]> {
  const { texts, before, count = activityPerPage, signal } = request;
  const read = texts.flatMap(name => [`before_${name}:before->>${name}`, `after_${name}:after->>${name}`]);
  let query = rest
    .from('history')
    .select([plain, ...read].join(','))
    .match(place);
  if (person)
    query = otherAuthors.some(author => author === person)
      ? query.eq('author', person)
      : query.eq('author_id', person);
  if (before) query = query.lt('id', before);
  query = query.order('id', { ascending: false }).limit(count);
  const answer = await (signal ? query.abortSignal(signal) : query);
  if (answer.error) throw apiError(answer);
  return answer.data as unknown as ActivityLine[];
}

/** So many lines are looked through at first. */
const recent = 200;
/** A site has few people; the filter lists no more than this. */
const mostPeople = 50;

/** Everyone of whom there is a line. The latest lines name nearly all of them; then it is asked for others. */
export async function readPeople(signal: AbortSignal): Promise<Person[]> {
  const found = new Map<string, Person>();
  const read = async (count: number) => {
    const others =
      found.size > 0 ? `author_id.not.in.(${[...found.keys()].join(',')})` : 'author_id.not.is.null';
    const answer = await rest
      .from('history')
      .select('id:author_id,email:author_email')
      .or(others)
      .order('id', { ascending: false })
      .limit(count)
      .abortSignal(signal);
    if (answer.error) throw apiError(answer);
    const people = answer.data as Person[];
    for (const person of people) if (!found.has(person.id)) found.set(person.id, person);
    return people.length;
  };
  let more = (await read(recent)) === recent;
  while (more && found.size < mostPeople) more = (await read(1)) > 0;
  return [...found.values()];
}
