// Made by vite.config.ts.
declare module 'virtual:proof-address' {
  const address: string;
  export default address;
}
