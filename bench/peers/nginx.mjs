// nginx with the settings one would tune it with, serving one file: the very bytes of a page, with the same headers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answering, folderFor, freePort, start } from '../children.mjs';
import { onServerCores, serverCores } from '../cores.mjs';
import { need } from '../needs.mjs';

/** Headers that nginx writes itself, or that speak of one connection or one answer only. */
const OWN = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
];

/**
 * Serves `body` at /. With `log` it writes an access log, as its package does by default; `alone` is one process without
 * a master; `certificate` makes it https, with HTTP/2.
 */
export async function startNginx(
  body,
  headers,
  { log = false, alone = false, certificate, wrap = onServerCores } = {},
) {
  need({ 'nginx-light': '/usr/sbin/nginx' });
  const folder = folderFor('nginx');
  const port = await freePort();
  writeFileSync(join(folder, 'page'), body);
  const added = Object.entries(headers)
    .filter(([name]) => !OWN.includes(name))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${alone ? 'master_process off;' : ''} pid ${folder}/pid; error_log ${folder}/error.log; worker_processes ${serverCores};
     worker_rlimit_nofile 8192; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 4096; multi_accept on; }
     http {
       access_log ${log ? `${folder}/access.log` : 'off'};
       sendfile on; tcp_nopush on; tcp_nodelay on; server_tokens off;
       keepalive_timeout 75; keepalive_requests 1000000000;
       open_file_cache max=100 inactive=60s; open_file_cache_valid 60s;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       default_type "${headers['content-type']}";
       ${certificate ? `ssl_certificate ${certificate.cert}; ssl_certificate_key ${certificate.key}; ssl_session_cache shared:s:4m;` : ''}
       server { listen 127.0.0.1:${port}${certificate ? ' ssl http2' : ''}; location = / { root ${folder}; try_files /page =404;
         add_header x-request-id $request_id; ${added.join('\n')} } }
     }\n`,
  );
  const child = start(wrap(['/usr/sbin/nginx', '-p', folder, '-c', join(folder, 'nginx.conf')]));
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
  await answering(child, `${url}/`);
  return { ...child, url };
}
