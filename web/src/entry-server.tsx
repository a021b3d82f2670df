// The server's entry: puts its functions where the server looks for them.
import './server/surroundings';
import { routes } from './routes';
import { serverFunctions } from './server/functions';

Object.assign(globalThis, { umeed: serverFunctions(routes) });
