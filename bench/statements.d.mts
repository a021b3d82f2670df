export function statements(log: string): { pid: string; sql: string }[];
