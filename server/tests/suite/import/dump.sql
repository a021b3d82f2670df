--
-- PostgreSQL database dump
--

\restrict 0aVbCdEf

-- Dumped from database version 15.8
-- Dumped by pg_dump version 15.8

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE SCHEMA auth;

/* a function, with semicolons and quotes of its own */
CREATE FUNCTION public.handle_new_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    AS $_$
begin
  insert into public.projects (title) values ('never ''run''; INSERT INTO public.team_members VALUES (1)');
  return new;
end;
$_$;

CREATE TABLE auth.users (
    id uuid NOT NULL,
    email character varying(255)
);

CREATE TABLE public.testimonials (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    quote text,
    name text,
    role text,
    image_url text,
    is_visible boolean DEFAULT true,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT testimonials_name_check CHECK ((char_length(name) < 500)),
    PRIMARY KEY (id)
);

COPY auth.users (id, email) FROM stdin;
3f1f0b0a-0000-4000-8000-000000000001	owner@example.org
\.

COPY public.projects (id, title, description, image_url, created_at, user_id) FROM stdin;
7b0e3f66-6f0e-4b60-9d3a-1b6f3c1f0001	Clean water	<p>Wells &amp; filters.<script>alert(1)</script> See <a href="https://abcdefgh.supabase.co/storage/v1/object/public/website_images/projects/1700-well%20(1).png">the well</a>.</p>	https://abcdefgh.supabase.co/storage/v1/object/public/website_images/projects/1700-well%20(1).png	2024-03-01 10:00:00+00	\N
7b0e3f66-6f0e-4b60-9d3a-1b6f3c1f0002	دستر خوان	<p>روزانہ کھانا</p>\n<p>a\ttab and a back\\slash</p>	https://abcdefgh.supabase.co/storage/v1/object/sign/website_images/gallery/%D8%B9%DB%8C%D8%AF.png?token=eyJhbGciOi.x.y	2024-02-01 10:00:00.123456+05	\N
\.

COPY public.website_content (id, page_key, content, updated_at) FROM stdin;
1	homepage	{"hero": {"heading": "Hope", "image_url": "https://abcdefgh.supabase.co/storage/v1/render/image/public/website_images/hero/1.png?width=800&quality=80", "subheading": "\\"Together\\""}}	2024-01-01 00:00:00+00
2	footer	{"tagline": "امید", "quick_links": [{"label": "Report", "url": "https://abcdefgh.supabase.co/storage/v1/object/public/website_images/hero/1.png"}]}	\N
\.

INSERT INTO public.testimonials VALUES ('7b0e3f66-6f0e-4b60-9d3a-1b6f3c1f0003', 'It''s; "good"
and a second line', 'Amina', NULL, NULL, false, '2024-01-05 08:00:00+00');
INSERT INTO "public"."team_members" ("id", "name", "role", "image_url", "created_at") VALUES
	(7, 'Bilal', 'Treasurer', 'https://abcdefgh.supabase.co/storage/v1/object/public/website_images/team/gone.png', '2023-01-01'),
	(8, E'O\'Neil \\ back', DEFAULT, ''::text, '2023-01-02 00:00:00+00'::timestamp with time zone) ON CONFLICT DO NOTHING;

\unrestrict 0aVbCdEf
