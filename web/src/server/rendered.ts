/** What `render` gave, taken apart as the server does it: a line of JSON, and the document below it. */
export function rendered(answer: string): { status: number; goodUntil?: string; html: string } {
  const end = answer.indexOf('\n');
  return { ...JSON.parse(answer.slice(0, end)), html: answer.slice(end + 1) };
}
