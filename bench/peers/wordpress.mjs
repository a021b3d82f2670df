// WordPress as Debian packages it: php-fpm, MariaDB and nginx, each run on throwaway folders and free ports, with its
// default theme and the text of our home page. With `cache`, nginx keeps finished pages,
// compressed, for ten minutes.
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answering, folderFor, freePort, run, start } from '../children.mjs';
import { onServerCores, serverCores } from '../cores.mjs';
import { need } from '../needs.mjs';

const SOURCE = '/usr/share/wordpress';
const root = process.getuid?.() === 0;

function install() {
  need({
    'nginx-light': '/usr/sbin/nginx',
    'mariadb-server-core': '/usr/sbin/mariadbd',
    'mariadb-client-core': '/usr/bin/mariadb',
    'php-fpm': '/usr/sbin/php-fpm*',
    'php-mysql': '/usr/share/doc/php-mysql',
    wordpress: `${SOURCE}/wp-load.php`,
    'wordpress-theme-twentytwentythree': `${SOURCE}/wp-content/themes/twentytwentythree`,
  });
  const fpm = readdirSync('/usr/sbin').find(name => name.startsWith('php-fpm'));
  return { fpm: `/usr/sbin/${fpm}`, php: `/usr/bin/${fpm.replace('-fpm', '')}` };
}

async function startDatabase(folder) {
  const data = join(folder, 'database');
  const socket = join(folder, 'sql.sock');
  const user = root ? ['--user=root'] : [];
  const basic = ['--no-defaults', ...user, `--datadir=${data}`];
  await run(['mariadb-install-db', ...basic, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const serve = [
    '/usr/sbin/mariadbd',
    ...basic,
    `--socket=${socket}`,
    '--skip-networking',
    '--skip-grant-tables',
  ];
  const child = start(onServerCores([...serve, `--pid-file=${folder}/sql.pid`]));
  for (let tries = 0; ; tries++) {
    try {
      await run(['mariadb', '--no-defaults', `--socket=${socket}`, '-e', 'CREATE DATABASE wordpress']);
      return { child, socket };
    } catch (cause) {
      if (tries > 300 || !child.running())
        throw new Error(`MariaDB did not start:\n${child.printed()}\n${cause}`);
      await sleep(100);
    }
  }
}

function configure(folder, site, socket, url) {
  cpSync(SOURCE, site, { recursive: true, dereference: true });
  writeFileSync(
    join(site, 'wp-config.php'),
    `<?php define('DB_NAME','wordpress'); define('DB_USER','root'); define('DB_PASSWORD','');
     define('DB_HOST','localhost:${socket}'); define('DB_CHARSET','utf8mb4'); define('DB_COLLATE','');
     define('WP_HOME','${url}'); define('WP_SITEURL','${url}'); define('DISABLE_WP_CRON',true);
     define('WP_HTTP_BLOCK_EXTERNAL',true); define('AUTOMATIC_UPDATER_DISABLED',true);
     $table_prefix='wp_'; if (!defined('ABSPATH')) define('ABSPATH', __DIR__.'/'); require_once ABSPATH.'wp-settings.php';`,
  );
  // WordPress would redirect requests that come in on another port, as those through the cache do.
  mkdirSync(join(site, 'wp-content/mu-plugins'), { recursive: true });
  const plugin = "<?php remove_action('template_redirect', 'redirect_canonical');";
  writeFileSync(join(site, 'wp-content/mu-plugins/any-address.php'), plugin);
  writeFileSync(
    join(folder, 'fill.php'),
    `<?php $_SERVER['HTTP_HOST']='127.0.0.1'; define('WP_INSTALLING', true); require '${site}/wp-load.php';
     require_once ABSPATH.'wp-admin/includes/upgrade.php';
     wp_install('Umeed Welfare Foundation', 'staff', 'staff@example.org', true, '', 'a password for measuring');
     switch_theme('twentytwentythree');
     $page = wp_insert_post(['post_type'=>'page','post_status'=>'publish','post_title'=>'Home',
       'post_content'=>file_get_contents('${folder}/home.html')]);
     update_option('show_on_front','page'); update_option('page_on_front',$page);`,
  );
}

function nginxSettings(folder, site, port, cache) {
  const kept =
    'fastcgi_cache pages; fastcgi_cache_key $request_uri$http_accept_encoding; fastcgi_cache_valid 200 10m;';
  return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes ${serverCores};
    ${root ? 'user root;' : ''} events { worker_connections 4096; }
    http {
      access_log off; sendfile on; tcp_nopush on; include /etc/nginx/mime.types;
      gzip on; gzip_comp_level 5; gzip_types text/css application/javascript;
      keepalive_requests 1000000000;
      client_body_temp_path ${folder}/n1; proxy_temp_path ${folder}/n2; fastcgi_temp_path ${folder}/n3;
      uwsgi_temp_path ${folder}/n4; scgi_temp_path ${folder}/n5;
      fastcgi_cache_path ${folder}/kept keys_zone=pages:10m;
      server { listen 127.0.0.1:${port}; root ${site}; index index.php;
        location / { try_files $uri $uri/ /index.php?$args; }
        location ~ \\.php$ { include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
          fastcgi_pass unix:${folder}/php.sock; ${cache ? kept : ''} } }
    }\n`;
}

/** `home` is the HTML that stands on the front page. */
export async function startWordPress(home) {
  const { fpm, php } = install();
  const folder = folderFor('wordpress');
  chmodSync(folder, 0o755);
  const site = join(folder, 'site');
  mkdirSync(site);
  const [port, keptPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const database = await startDatabase(folder);
  writeFileSync(join(folder, 'home.html'), home);
  configure(folder, site, database.socket, url);
  await run([php, join(folder, 'fill.php')]);
  writeFileSync(
    join(folder, 'php.conf'),
    `[global]\nerror_log = ${folder}/php.log\ndaemonize = no\n[www]\nlisten = ${folder}/php.sock\n` +
      `${root ? 'user = root\ngroup = root\n' : ''}php_admin_flag[zlib.output_compression] = on\npm = static\npm.max_children = ${Math.max(4, serverCores * 2)}\n`,
  );
  const began = performance.now();
  const pool = start(
    onServerCores([fpm, '--nodaemonize', '-y', join(folder, 'php.conf'), ...(root ? ['-R'] : [])]),
  );
  const nginx = async (at, cache) => {
    const file = join(folder, `nginx-${at}.conf`);
    writeFileSync(file, nginxSettings(folder, site, at, cache).replace('nginx.pid', `nginx-${at}.pid`));
    return start(onServerCores(['/usr/sbin/nginx', '-p', folder, '-c', file]));
  };
  const plain = await nginx(port, false);
  await answering(plain, `${url}/`);
  const took = performance.now() - began;
  const kept = await nginx(keptPort, true);
  const keptUrl = `http://127.0.0.1:${keptPort}`;
  await answering(kept, `${keptUrl}/`);
  const parts = [database.child, pool, plain];
  return {
    url,
    keptUrl,
    took,
    parts,
    fpmPackage: fpm.replace('/usr/sbin/php-fpm', 'php').concat('-fpm'),
    stop: async () => {
      for (const part of [kept, plain, pool, database.child]) await part.stop();
    },
  };
}
