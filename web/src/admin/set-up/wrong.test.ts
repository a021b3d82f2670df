import { expect, test } from 'vitest';
import { admin } from '../../messages/en/admin';
import { refusalText, wrongIn } from './wrong';

const { refused } = admin.setUp;
const right = {
  siteName: 'Umeed',
  email: 'a@example.org',
  timeZone: 'Asia/Karachi',
  blank: false,
  password: 'a few words of mine',
  isAddress: true,
};

test('each field that is wrong says so', () => {
  expect(wrongIn(right)).toEqual({});
  expect(wrongIn({ ...right, siteName: ' ', password: 'short', isAddress: false })).toEqual({
    site_name: refused.site_name_missing,
    email: refused.invalid_email,
    password: refused.password_too_short(8),
  });
  expect(wrongIn({ ...right, email: ' ', isAddress: false })).toEqual({ email: refused.email_missing });
  expect(wrongIn({ ...right, password: 'x'.repeat(129) })).toEqual({
    password: refused.password_too_long(128),
  });
  expect(wrongIn({ ...right, password: 'اُمیدکیکرن' })).toEqual({});
});

test('what the server refuses is said in our words, else in its own', () => {
  expect(refusalText({ code: 'password_easily_guessed', message: 'x' })).toBe(
    refused.password_easily_guessed,
  );
  expect(refusalText({ code: 'password_too_short', message: 'x' })).toBe(refused.password_too_short(8));
  expect(refusalText({ code: 'logo_refused', message: 'It is damaged.' })).toBe('It is damaged.');
});
