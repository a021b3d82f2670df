// The field for documents: what it shows, and what becomes of the file that is chosen.
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { buckets } from '../../schema.gen';
import { Editor } from '../edit/editor';
import { UploadQueue } from '../upload/queue';
import { documentName } from './document-name';
import { type DocumentField, emptyValues } from './field';

const upload = vi.fn();
const used: string[] = [];
vi.mock('../api/session-clients', () => ({
  bucket: (_send: unknown, name: string) => {
    used.push(name);
    const getPublicUrl = (path: string) => ({
      data: { publicUrl: `https://umeed.example/storage/v1/object/public/${name}/${encodeURI(path)}` },
    });
    return { upload, getPublicUrl, info: async () => ({ data: { size: 1 } }) };
  },
}));

const { FieldInput } = await import('./FieldInput');
const { sendFile } = await import('../upload/send');

const field: DocumentField = {
  name: 'report_url',
  label: 'Annual report',
  kind: 'document',
  bucket: 'documents',
  folder: 'reports',
};
const address = '/storage/v1/object/public/documents/reports/1700000000000-Report%20%D8%B9.pdf';

function shown(value: string | null): string {
  const editor = new Editor('test', { values: { report_url: value }, version: '1' }, async () => ({
    kind: 'failed',
    message: '',
  }));
  return renderToStaticMarkup(<FieldInput field={field} editor={editor} />);
}

beforeEach(() => {
  upload.mockReset();
  used.length = 0;
});

test('without a file it offers to choose one, and says which', () => {
  const html = shown(null);
  expect(html).toContain('Choose a file');
  expect(html).toContain('No file yet.');
  expect(html).toContain('PDF, DOCX, XLSX or CSV, at most 50 MB.');
  expect(html).toContain(`accept="${buckets.documents.extensions.join(',')}"`);
  expect(html).not.toContain('Remove');
  expect(emptyValues([field])).toEqual({ report_url: null });
});

test('a stored file is named as it was chosen, and can be opened, replaced and removed', () => {
  const html = shown(address);
  expect(html).toContain('<bdi>Report ع.pdf</bdi>');
  expect(html).toMatch(new RegExp(`<a href="${address}"[^>]*rel="noreferrer"[^>]*>Open`));
  expect(html).toContain('Replace');
  expect(html).toContain('Remove');
  expect(html).not.toContain('Choose a file');
});

test('a stored name is read without its time, whatever it holds', () => {
  expect(documentName(address)).toBe('Report ع.pdf');
  expect(documentName('/x/100%.pdf?download=')).toBe('100%.pdf');
});

const sending = { signal: new AbortController().signal, onProgress: () => undefined };
const file = (name: string, size = 9) => new File([new Uint8Array(size)], name);

test('a document is sent as it is, to its own bucket and folder', async () => {
  upload.mockImplementation(async (path: string) => ({ data: { path }, error: null }));
  const report = file('Report 2025.PDF');
  const url = await sendFile('reports', report, sending, 'documents');
  expect(url).toMatch(/^\/storage\/v1\/object\/public\/documents\/reports\/\d{13}-Report%202025\.PDF$/);
  expect(upload.mock.calls[0]?.[1]).toBe(report);
  expect(used).toEqual(['documents']);
});

test('another kind and a file that is too large are refused before they are sent', async () => {
  await expect(sendFile('reports', file('a.exe'), sending, 'documents')).rejects.toThrow(
    '“a.exe” cannot be stored here. Please choose a PDF, DOCX, XLSX or CSV file.',
  );
  const large = file('a.pdf');
  Object.defineProperty(large, 'size', { value: buckets.documents.maxBytes + 1 });
  await expect(sendFile('reports', large, sending, 'documents')).rejects.toThrow('At most 50 MB');
  expect(upload).not.toHaveBeenCalled();
});

test('a failed upload is told and can be tried again', async () => {
  upload.mockResolvedValueOnce({ data: null, error: { message: 'The server is away.' } });
  upload.mockImplementation(async (path: string) => ({ data: { path }, error: null }));
  const stored: string[] = [];
  const queue = new UploadQueue(
    (one, how) => sendFile('reports', one, how, 'documents'),
    () => ({ store: async url => stored.push(url) }),
  );
  queue.add([file('a.pdf')]);
  await vi.waitFor(() => expect(queue.snapshot()[0]?.state).toBe('failed'));
  const [failed] = queue.snapshot();
  expect(failed).toMatchObject({ message: 'The server is away.', final: false });
  queue.retry(failed?.id ?? 0);
  await vi.waitFor(() => expect(stored).toHaveLength(1));
  expect(queue.snapshot()).toEqual([]);
});
