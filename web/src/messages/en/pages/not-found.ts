export default {
  name: 'Page not found',
  text: 'We couldn’t find that page. The address may be mistyped, or the page may have moved.',
  home: 'Go to the home page',
  contact: 'Contact us',
};
