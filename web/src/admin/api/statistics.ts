// How often pages were seen and forms were sent, as the server counts it for staff.
import { apiError } from './errors';
import { rest } from './session-clients';

/** What is counted of each day. */
export type Measure = 'views' | 'link_previews' | 'volunteers' | 'subscribers' | 'messages';
export type Sums = Record<Measure, number>;

/** A day of the site, as '2026-11-16'. */
export type Day = Sums & { day: string };

export interface SeenPage {
  path: string;
  views: number;
  link_previews: number;
  /** Views in as many days before. */
  before: number;
}

export interface Statistics {
  /** Every day of the period, the last of which is today. */
  days: Day[];
  /** The sums of as many days before. */
  before: Sums;
  /** The most seen first. */
  pages: SeenPage[];
  /** The first day on which views were counted; null if none was. */
  since: string | null;
}

export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

/** Null where the server does not count, as a hosted project does not. */
export async function readStatistics(period: Period, signal: AbortSignal): Promise<Statistics | null> {
  const answer = await rest.rpc('statistics', { days: period }, { get: true }).abortSignal(signal);
  if (answer.status === 404 || answer.error?.code === 'PGRST202') return null;
  if (answer.error) throw apiError(answer);
  return answer.data as Statistics;
}
