import type { Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { isConfirmed, needsCode } from './level';

function session(claims: object | string, factors?: object[]): Session {
  const payload = typeof claims === 'string' ? claims : btoa(JSON.stringify(claims));
  return { access_token: `x.${payload.replaceAll('=', '')}.y`, user: { factors } } as unknown as Session;
}

const device = { factor_type: 'totp', status: 'verified' };

test('the token says whether the session was confirmed', () => {
  expect(isConfirmed(session({ aal: 'aal2', name: 'اُمید'.length }))).toBe(true);
  expect(isConfirmed(session({ aal: 'aal1' }))).toBe(false);
  for (const broken of ['', '!!!', 'e30']) expect(isConfirmed(session(broken))).toBe(false);
});

test('only who has a device that was set up is asked for a code', () => {
  expect(needsCode(session({ aal: 'aal1' }, [device]))).toBe(true);
  expect(needsCode(session({ aal: 'aal2' }, [device]))).toBe(false);
  expect(needsCode(session({ aal: 'aal1' }))).toBe(false);
  expect(needsCode(session({ aal: 'aal1' }, [{ ...device, status: 'unverified' }]))).toBe(false);
  expect(needsCode(session({ aal: 'aal1' }, [{ ...device, factor_type: 'recovery_code' }]))).toBe(false);
});
