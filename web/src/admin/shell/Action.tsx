import type { ComponentProps } from 'react';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';

/** The site's button in the admin's size: many stand on one screen. */
export function Action({ className, ...rest }: ComponentProps<typeof Button>) {
  return <Button className={classes('min-h-11! px-4! py-2! text-sm', className)} {...rest} />;
}
