/** Says why a form cannot be sent while scripts are off. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="text-sm">
        Sending this form needs JavaScript. You can also reach us by phone or email from our contact page.
      </p>
    </noscript>
  );
}
